import json
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8080"
KEY = "plumb_live_…"


def call(method, path, body=None):
    """The JSON of one call. A refusal is raised in the words of the service, which say what to do."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise RuntimeError(json.load(error)["detail"]) from None


answer = call("POST", "/query", {"q": "total revenue by region"})
if answer["result"] == "success":
    print(answer["explanation"], f"({answer['verification']['status']})")
    for row in answer["data"]["rows"]:
        print(*row, sep="\t")
else:
    # A decline or a question back is no failure: asking the same again gives the same.
    print("Not answered:", answer["explanation"])

URL=http://127.0.0.1:8080
KEY=plumb_live_…
curl -sS $URL/whoami -H "X-API-Key: $KEY"
CLIENT=cli_…  # client_id of that response
WORKSPACE=ws_…  # workspace_id of that response
curl -sS $URL/clients/$CLIENT/workspaces/$WORKSPACE/files -H "X-API-Key: $KEY" -F file=@sales.csv
curl -sS $URL/query -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \
  -d '{"q": "total revenue by region"}'
curl -sSN $URL/clients/$CLIENT/ask/stream -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \
  -d '{"query": "total revenue by month", "new_session": true}'

export type ConnectionErrorKind =
  | 'host' // the name does not resolve, nothing listens, or the network does not answer
  | 'credentials' // user or password
  | 'database' // it does not exist, or the user may not enter it
  | 'tls' // the server has no TLS, or its certificate does not pass
  | 'protocol' // something else answers at that port, or a version that is not supported
  | 'busy' // the server takes no more connections
  | 'refused'; // this deployment does not connect to the host, or cannot read the stored password

/** Why a database cannot be connected; the message tells a user what to change, and never holds the password. */
export class ConnectionError extends Error {
  readonly kind: ConnectionErrorKind;

  constructor(kind: ConnectionErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionError';
    this.kind = kind;
  }
}

import { connect } from 'node:net';

/** Whether something takes connections at an address, in the time (milliseconds). */
export function isReachable(address: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}

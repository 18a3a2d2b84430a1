import path from 'node:path';

/** The size of sun_path in sockaddr_un, less its terminating zero. */
const maxBytes = process.platform === 'linux' ? 107 : 103;

/** The socket for the operator's commands to a running shop. */
export function socketPath(dataDir: string): string {
  return path.join(dataDir, 'admin.sock');
}

/** Why there can be no socket, as a sentence; undefined if there can. */
export function socketProblem(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32')
    return 'On Windows a running shop takes no admin commands: stop it for them.';
  const bytes = Buffer.byteLength(socketPath(dataDir));
  if (bytes <= maxBytes) return undefined;
  return `A running shop takes no admin commands there: ${socketPath(dataDir)} has ${bytes} bytes, and the path of a socket may have ${maxBytes}. Stop the shop for them, or give DATA_DIR a shorter path.`;
}

import path from 'node:path';

/** What the system keeps for a socket's path, less the zero at its end: sockaddr_un. */
const mostBytes = process.platform === 'linux' ? 107 : 103;

/** Where a running shop on the embedded database takes the operator's commands. */
export function socketPath(dataDir: string): string {
  return path.join(dataDir, 'admin.sock');
}

/** Why a running shop can take no commands there, as a sentence; undefined where it can. */
export function socketProblem(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32')
    return 'On Windows a running shop takes no admin commands: stop it for them.';
  const bytes = Buffer.byteLength(socketPath(dataDir));
  if (bytes <= mostBytes) return undefined;
  return `A running shop takes no admin commands there: ${socketPath(dataDir)} has ${bytes} bytes, and the path of a socket may have ${mostBytes}. Stop the shop for them, or give DATA_DIR a shorter path.`;
}

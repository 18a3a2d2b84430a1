/** Why there is no backup or no restored shop; the message is all there is to say. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

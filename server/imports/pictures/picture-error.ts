/** Why a picture cannot be had, with the sentence for the person whose file names it. */
export const pictureErrors = {
  address_invalid:
    'This is not the address of a picture. It begins with https:// or http:// and has no password.',
  picture_name_unusable:
    'This is no address or name of a picture: it has several lines, or more than 500 characters.',
  address_not_public:
    'This address does not lead to a public web server, so the picture is not fetched.',
  picture_unreachable: 'The picture could not be fetched: its server does not answer.',
  picture_slow: 'The picture could not be fetched: its server takes too long.',
  picture_missing: 'There is no picture at this address.',
  picture_redirects: 'The address leads from one place to the next too often. Give the last one.',
  picture_too_large: 'The picture is larger than 8 MB. Make it smaller.',
  picture_not_accepted: 'This is not a JPEG, PNG or WebP picture that the shop can take.',
  picture_of_silent_server:
    'The picture was not fetched: its server did not answer when others were.',
  picture_too_late:
    'The time for the pictures of one import was over before this one was taken. Import the file again.',
  picture_without_archive:
    "This is neither a picture's address nor is there an archive of pictures beside the file.",
  picture_not_in_archive: 'The archive has no picture of this name.',
  picture_name_repeated: 'The archive has several pictures of this name. Give the folder too.',
  archive_gone: 'The archive of pictures is not there any more. Import the file again, with it.',
  archive_damaged: 'The archive is damaged, not complete or no zip file. Make it anew.',
  archive_protected: 'The archive is protected by a password. Make one without.',
  archive_too_large:
    'The archive has more than 20,000 files or unpacks to more than 4 GB. Divide it.',
} as const;

export type PictureErrorCode = keyof typeof pictureErrors;

/** A picture, or an archive of them, that cannot be taken. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(pictureErrors[code], options);
    this.code = code;
  }
}

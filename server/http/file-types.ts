/** The content types of files of lists. */
export const csvType = 'text/csv; charset=utf-8';
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const pictureType = 'image/webp';

/**
 * What a column of an import file may hold, in the order in which an export writes it; `attribute:<key>` is one attribute. A part may
 * have several rows: each adds what its list fields hold.
 */
export const importFields = {
  id: 'Product id',
  partNumber: 'Part number',
  supplierNumber: "Supplier's number",
  name: 'Name',
  brand: 'Brand',
  type: 'Part type',
  category: 'Category',
  price: 'Price',
  inStock: 'In stock',
  stockChange: 'Stock change',
  orderQuantity: 'Minimum order quantity',
  quantityStep: 'Quantity step',
  largestOrder: 'Largest order',
  packLabel: 'Pack label',
  priceBreaks: 'Price breaks',
  description: 'Details',
  attributes: 'Attributes',
  image: 'Image',
  imageAlt: 'Picture in words',
  replacedBy: 'Replaced by',
  deleted: 'Deleted',
  oe: 'Original equipment numbers',
  competitor: 'Competitor numbers',
  superseded: 'Old numbers',
  barcode: 'Barcode',
  numberKind: 'Kind of number',
  number: 'Other number',
  numberMaker: 'Maker of the number',
  make: 'Make',
  model: 'Model',
  years: 'Years',
  yearFrom: 'Year from',
  yearTo: 'Year to',
  fitEngine: 'Engine',
  fitPosition: 'Position',
  fitNote: 'Restriction',
  fitRemark: 'Remark on the fit',
  fitSource: 'Source of the fit',
  picture: 'Further picture',
  pictureAlt: 'Further picture in words',
} as const;

/** A field by its name; attributes beside these have names of their own. */
export type ImportFieldName = keyof typeof importFields;

/** Before an attribute's key. */
export const attributePrefix = 'attribute:';

/** By one of these a row says which part it is about; the first that has a value decides. */
export const identifyingFields = ['id', 'partNumber', 'supplierNumber'] as const;

/** A file's size in bytes and rows, its longest cell in characters, and how many files wait in a data folder until they are applied. */
export const importLimits = {
  bytes: 200_000_000,
  rows: 2_000_000,
  columns: 500,
  cell: 100_000,
  kept: 20,
} as const;

/** An archive of pictures: its bytes when it is uploaded, its files, and their bytes when all are unpacked. */
export const archiveLimits = {
  bytes: 200_000_000,
  files: 20_000,
  unpacked: 4_000_000_000,
} as const;

/** What an import may not do unless an admin ticks it. */
export const importGuards = {
  price: 'Price changes of more than 30 %',
  stock: 'Stock falls by more than 80 %',
  archive: 'More than 5 % of the parts are taken out of the shop',
} as const;
export type ImportGuardName = keyof typeof importGuards;

/** Finished imports that can be undone, the newest ones. */
export const undoableImports = 5;

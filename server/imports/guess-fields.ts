import { importFields, type ImportFieldName } from '#contract/import-fields.ts';

/** Names that suppliers give their columns, in English and German, without signs and in small letters. */
const names: Readonly<Record<ImportFieldName, string>> = {
  id: 'product id, productid, part id',
  partNumber:
    'part number, part no, partno, number, no, sku, own number, item number, item no, itemno, item, article, article number, article no, artnr, art no, artikelnummer, artikelnr, artikel nr, teilenummer, teilenr, bestellnummer, mpn, manufacturer part number, herstellernummer, reference, ref, code, product code',
  supplierNumber:
    'supplier number, suppliers number, supplier no, supplier part number, supplier sku, vendor number, vendor part number, vendor sku, lieferantennummer, lieferantenartikelnummer, lieferanten nr, lieferantennr',
  name: 'name, title, product name, item name, part name, designation, bezeichnung, artikelbezeichnung, benennung, titel, produktname, description 1, short description, kurzbezeichnung',
  brand: 'brand, manufacturer, make of part, hersteller, marke, fabrikat, mfr, mfg, brand name',
  type: 'part type, type, product type, teileart, artikelart, warengruppe, produktart, generic article',
  category: 'category, shelf, group, product group, kategorie, produktgruppe, hauptgruppe',
  price:
    'price, unit price, net price, price usd, usd, price per piece, cost, list price, preis, einzelpreis, nettopreis, verkaufspreis, ek, vk, ek preis, vk preis, stückpreis',
  inStock:
    'in stock, stock, quantity, qty, stock quantity, available, availability, on hand, pieces, bestand, lagerbestand, menge, verfügbar, lager, stock level, inventory',
  stockChange:
    'stock change, change, delta, stock delta, received, delivered, zugang, bestandsänderung, veränderung, restock',
  orderQuantity:
    'minimum order quantity, minimum order, min order, moq, minimum, min qty, min quantity, pack, pack size, packing unit, mindestmenge, mindestbestellmenge, mindestabnahme, vpe, verpackungseinheit',
  quantityStep:
    'quantity step, step, order step, multiple, order multiple, bestellschritt, mengenschritt',
  largestOrder:
    'largest order, maximum order, max order, max order quantity, höchstmenge, höchstbestellmenge',
  packLabel: 'pack label, packaging, verpackung, gebinde',
  priceBreaks:
    'price breaks, price break, quantity prices, tier prices, scale prices, staffelpreise, staffelpreis',
  description:
    'details, description, long description, text, beschreibung, langtext, artikelbeschreibung, info, information, remarks',
  attributes:
    'attributes, properties, merkmale, eigenschaften, technical data, technische daten, specs',
  image:
    'image, picture, photo, image url, picture url, image address, bild, bild url, foto, bildadresse',
  imageAlt: 'picture in words, image alt, alt text, alt, bildtext, bildbeschreibung',
  replacedBy:
    'replaced by, successor, superseded by, replacement, new number, ersetzt durch, nachfolger, nachfolgeartikel',
  deleted: 'deleted, archived, discontinued, inactive, gelöscht, archiviert, entfallen, inaktiv',
  oe: 'original equipment numbers, oe, oem, oe number, oe numbers, oem number, oem numbers, oe no, oem no, oe nr, oe nummer, oe nummern, oem nummer, oem nummern, original number, originalnummer, vergleichsnummer oe',
  competitor:
    'competitor numbers, competitor, competitor number, cross reference, cross references, cross ref, interchange, vergleichsnummer, vergleichsnummern, wettbewerbsnummer, referenznummer',
  superseded:
    'old numbers, old number, superseded, superseded numbers, superseded number, previous number, supersedes, replaces, alte nummer, alte nummern, vorgänger, ersetzt',
  barcode: 'barcode, ean, gtin, upc, ean13, ean code, gtin13, strichcode',
  numberKind: 'kind of number, number kind, number type, nummernart',
  number: 'other number, other numbers, weitere nummer',
  numberMaker: 'maker of the number, number maker, nummer hersteller',
  make: 'make, vehicle make, car make, fahrzeughersteller, automarke, fahrzeugmarke',
  model: 'model, vehicle model, car model, modell, fahrzeugmodell, fahrzeug',
  years: 'years, year, model years, model year, baujahre, baujahr, bj, production years',
  yearFrom: 'year from, from year, from, year start, baujahr von, bj von, von, first year',
  yearTo: 'year to, to year, to, until, year end, baujahr bis, bj bis, bis, last year',
  fitEngine: 'engine, motor, engine size, displacement, motorisierung, hubraum, engine type',
  fitPosition: 'position, fitting position, axle, side, einbaulage, einbauposition, einbauort',
  fitNote:
    'restriction, only if, condition, qualifier, fitment note, note, notes, fits except, einschränkung, hinweis, bemerkung',
  fitRemark: 'remark on the fit, fitment remark, remark, anmerkung',
  fitSource: 'source of the fit, fitment source, source, quelle',
  picture: 'further picture, further image, image 2, picture 2, weiteres bild, bild 2',
  pictureAlt: 'further picture in words, weiterer bildtext',
};

/** More of a column's name says nothing, and would be looked through for brackets again and again. */
const longestName = 200;

const known = new Map(
  (Object.keys(importFields) as ImportFieldName[]).flatMap((field) =>
    names[field].split(', ').map((name) => [plain(name), field] as const),
  ),
);

/** A column's name for comparison: small letters and digits, without accents, units in brackets and signs. */
export function plain(header: string): string {
  return header
    .slice(0, longestName)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The field of each column, or null: as it was chosen for this supplier before, else by its name; the names and keys of attributes
 * are given. A field goes to the first column that looks like it.
 */
export function guessFields(
  headers: readonly string[],
  attributes: ReadonlyMap<string, string>,
  remembered: Readonly<Record<string, string | null>> = {},
): (string | null)[] {
  const taken = new Set<string>();
  const chosen = headers.map((header) => {
    const name = [header, plain(header)].find((one) => Object.hasOwn(remembered, one));
    const field = name === undefined ? undefined : remembered[name];
    if (field && taken.has(field)) return undefined;
    if (field) taken.add(field);
    return field;
  });
  return headers.map((header, at) => {
    const before = chosen[at];
    if (before !== undefined) return before;
    const name = plain(header);
    const field = known.get(name) ?? attributeOf(header, name, attributes);
    if (name === '' || field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

function attributeOf(
  header: string,
  name: string,
  attributes: ReadonlyMap<string, string>,
): string | undefined {
  if (header.trim().startsWith('attribute:')) return header.trim();
  const key = attributes.get(name);
  return key === undefined ? undefined : `attribute:${key}`;
}

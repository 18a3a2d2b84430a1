import type { DrawnPart } from './catalogue.ts';
import { pictureOf } from './pictures.ts';

type HandWritten = Omit<DrawnPart, 'image'>;

/** The six parts of the home page, newest first; each is exactly what its picture shows. */
const written: HandWritten[] = [
  {
    name: 'Brake disc, front, vented, drilled 312 mm',
    brand: 'Brakkenfeld',
    partNumber: 'BD-3122',
    categoryId: 'braking',
    partTypeId: 'brake-disc',
    description:
      'Diameter 312 mm, thickness 25 mm, minimum thickness 23 mm, 5 bolt holes on a 112 mm circle. High-carbon grey cast iron, zinc-flake coated hat and edge, balanced to under 80 g·cm. Fits Volkswagen Jetta 2011–2018 and Volkswagen Golf 2015–2021. Packed in pairs.',
    attributes: {
      dia: 312,
      thk: 25,
      minthk: 23,
      holes: '5',
      pcd: 112,
      type: 'Drilled',
      axle: 'Front',
    },
    priceCents: 4200,
    orderQuantity: 200,
    inStock: 4800,
    fitments: [
      { make: 'Volkswagen', model: 'Jetta', yearFrom: 2011, yearTo: 2018 },
      { make: 'Volkswagen', model: 'Golf', yearFrom: 2015, yearTo: 2021 },
      { make: 'Volkswagen', model: 'Passat', yearFrom: 2012, yearTo: 2022 },
    ],
    ageInDays: 0.2,
  },
  {
    name: 'Oil filter, spin-on, M20x1.5, Ø76 × 92 mm',
    brand: 'Halvorsted',
    partNumber: 'HF-7620',
    categoryId: 'filters',
    partTypeId: 'oil-filter-spin-on',
    description:
      'Silicone anti-drain-back valve, bypass opens at 1.2 bar, gasket pre-oiled. Cellulose-glass media, 25 µm nominal. Fits Subaru Outback 2015–2019 and Subaru Forester 2014–2018. 12 pieces per carton.',
    attributes: { dia: 76, height: 92, thread: 'M20x1.5', bypass: 1.2 },
    priceCents: 450,
    orderQuantity: 500,
    inStock: 18_000,
    fitments: [
      { make: 'Subaru', model: 'Outback', yearFrom: 2015, yearTo: 2019 },
      { make: 'Subaru', model: 'Forester', yearFrom: 2014, yearTo: 2018 },
    ],
    ageInDays: 1.1,
  },
  {
    name: 'Starter battery, AGM, 70 Ah 760 A (EN)',
    brand: 'Zeltrane',
    partNumber: 'ZT-L3-70',
    categoryId: 'electrical',
    partTypeId: 'starter-battery',
    description:
      'Start-stop battery in the L3 case, 278 mm long, positive terminal right. Ready filled and charged, carry handle and double lid. Pallets of 48, charge date on every label. Fits Ford Escape 2013–2019 and Ford Fusion 2013–2020.',
    attributes: { cap: 70, cca: 760, len: 278, type: 'AGM', pole: 'Right' },
    priceCents: 9800,
    orderQuantity: 100,
    inStock: 1440,
    fitments: [
      { make: 'Ford', model: 'Escape', yearFrom: 2013, yearTo: 2019 },
      { make: 'Ford', model: 'Fusion', yearFrom: 2013, yearTo: 2020 },
    ],
    ageInDays: 2.3,
  },
  {
    name: 'Spark plug, iridium, M14x1.25, heat range 6',
    brand: 'Ostervane',
    partNumber: 'OV6-IR',
    categoryId: 'ignition',
    partTypeId: 'spark-plug',
    description:
      'Reach 26.5 mm, hex 16 mm, pre-gapped to 0.8 mm. Nickel-plated rolled thread, ribbed insulator.',
    attributes: { thread: 'M14x1.25', reach: 26.5, hex: 16, gap: 0.8, tip: 'Iridium', heat: '6' },
    priceCents: 795,
    orderQuantity: 400,
    inStock: 12_400,
    fitments: [
      { make: 'Honda', model: 'Civic', yearFrom: 2012, yearTo: 2015 },
      { make: 'Honda', model: 'CR-V', yearFrom: 2012, yearTo: 2016 },
      { make: 'Honda', model: 'Accord', yearFrom: 2013, yearTo: 2017 },
    ],
    ageInDays: 3.4,
  },
  {
    name: 'Alternator, 150 A, 7 ribs, freewheel pulley',
    brand: 'Zeltrane',
    partNumber: 'ZE-15074',
    categoryId: 'electrical',
    partTypeId: 'alternator',
    description:
      'New unit, not remanufactured: output 150 A, 7 ribs, freewheel pulley fitted. 100 % load-tested, test sheet in every box. Fits Chevrolet Silverado 2014–2018 and GMC Sierra 2014–2018.',
    attributes: { amp: 150, pulley: 'Freewheel', ribs: '7' },
    priceCents: 16_400,
    orderQuantity: 100,
    inStock: 900,
    fitments: [
      { make: 'Chevrolet', model: 'Silverado', yearFrom: 2014, yearTo: 2018 },
      { make: 'GMC', model: 'Sierra', yearFrom: 2014, yearTo: 2018 },
    ],
    ageInDays: 4.6,
  },
  {
    name: 'Clutch kit, 240 mm, 24 splines',
    brand: 'Drevanto',
    partNumber: 'DV2402-0424',
    categoryId: 'drivetrain',
    partTypeId: 'clutch-kit',
    description:
      'Disc, cover and release bearing in one box, friction rating on the label. Disc diameter 240 mm, 24 splines. Fits Subaru Impreza 2012–2016.',
    attributes: { dia: 240, spline: '24' },
    priceCents: 13_900,
    orderQuantity: 100,
    inStock: 600,
    fitments: [{ make: 'Subaru', model: 'Impreza', yearFrom: 2012, yearTo: 2016 }],
    ageInDays: 5.5,
  },
];

/** The six newest parts, chosen by hand. */
export const newestParts: readonly DrawnPart[] = written.map((part) => ({
  ...part,
  image: pictureOf(part.partTypeId),
}));

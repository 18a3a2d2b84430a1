import {
  along,
  numberOf,
  roundTo,
  type AttributeRule,
  type DrawContext,
} from './attribute-rule.ts';
import { boltPattern } from './vehicles.ts';

/** Brake diameters of rear axles are smaller than those of front axles. */
const rearSize = 0.75;

function lugOf({ fitting }: DrawContext): { holes: number; circleMm: number } {
  return boltPattern(fitting.main?.lug ?? '5x114.3');
}

const brakeDisc: AttributeRule = (context) => {
  const { random, size, drawn } = context;
  const { holes, circleMm } = lugOf(context);
  const rear = drawn['axle'] === 'Rear';
  const heavy = holes === 6 || circleMm > 120;
  const place = along(size, heavy ? 0.5 : 0, holes === 4 ? 0.25 : 1) * (rear ? rearSize : 1);
  const dia = Math.round(along(place, 236, 390));
  const solid = rear ? dia < 320 && random.chance(0.7) : dia < 258;
  const thk = Math.round(solid ? along(place, 9, 14) : along(place, 20, 36));
  const type = solid ? 'Solid' : random.pick(['Vented', 'Vented', 'Vented', 'Drilled', 'Slotted']);
  // Every maker allows one millimetre of wear a side.
  return { dia, thk, minthk: thk - 2, holes: String(holes), pcd: circleMm, type };
};

const brakeDrum: AttributeRule = (context) => {
  const dia = roundTo(along(context.size, 180, 300), 1);
  return {
    dia,
    width: Math.round(along((dia - 180) / 120, 28, 68)),
    holes: String(lugOf(context).holes),
  };
};

const brakeShoes: AttributeRule = ({ size }) => {
  const dia = roundTo(along(size, 180, 300), 1);
  return { dia, width: Math.round(along((dia - 180) / 120, 28, 68)) };
};

const brakePads: AttributeRule = ({ drawn, random, size }) => {
  const place = drawn['axle'] === 'Rear' ? size * rearSize : size;
  const width = roundTo(along(place, 88, 190), 0.1);
  const height = roundTo(Math.min(80, Math.max(38, width * (0.38 + random.next() * 0.05))), 0.1);
  return { width, height, thk: roundTo(along(place, 14.2, 20), 0.1) };
};

/** The more pistons share the work, the smaller each is; rear calipers have one small piston. */
const caliper: AttributeRule = ({ drawn, size }) => {
  if (drawn['axle'] === 'Rear') return { pistons: '1', piston: Math.round(along(size, 33, 43)) };
  const smallest = { '1': 50, '2': 40, '4': 32 }[String(drawn['pistons'])] ?? 50;
  return { piston: Math.round(along(size, smallest, smallest + 10)) };
};

const absRing: AttributeRule = ({ drawn }) => ({
  dia: roundTo(along((numberOf(drawn, 'teeth') - 26) / 26, 60, 96), 0.1),
});

/** A damper can't be pushed together below its own piston and valve: compressed is about 60 % of extended. */
const shock: AttributeRule = ({ drawn, random }) => {
  const open = numberOf(drawn, 'open');
  return { closed: Math.round(Math.min(430, Math.max(220, open * (0.58 + random.next() * 0.06)))) };
};

/** A rear axle has nothing to steer, so its mount needs no bearing. */
const strutMount: AttributeRule = ({ drawn }) => ({
  bearing: drawn['axle'] === 'Rear' ? 'Without' : 'With',
});

const bush: AttributeRule = ({ drawn, random }) => ({
  outer: roundTo(Math.min(68, Math.max(28, numberOf(drawn, 'bore') * (3 + random.next()))), 0.1),
});

const ballJoint: AttributeRule = ({ drawn, random }) => {
  const taper = numberOf(drawn, 'taper');
  const fine = random.pick(['M12x1.25', 'M12x1.5']);
  return { thread: taper < 14 ? 'M10x1.25' : taper < 18 ? fine : 'M14x1.5' };
};

const wheelBearing: AttributeRule = ({ drawn, random }) => {
  const inner = numberOf(drawn, 'inner');
  return { outer: roundTo(Math.min(92, Math.max(52, inner * (1.78 + random.next() * 0.16))), 0.1) };
};

const wheelHub: AttributeRule = (context) => {
  const { holes, circleMm } = lugOf(context);
  // The flange carries the bolt circle: it is a bolt head wider on each side.
  return { holes: String(holes), flange: Math.round(Math.min(170, circleMm + 26)) };
};

const wheelBolt: AttributeRule = ({ drawn, random }) => ({
  hex: random.pick(String(drawn['thread']).startsWith('M12') ? [17, 19] : [17, 19, 21]),
});

const wheelNut: AttributeRule = ({ drawn, random }) => ({
  hex: random.pick(String(drawn['thread']).startsWith('M14') ? [21, 22] : [19, 21]),
});

/** The knurl must be thicker than the thread that passes through the hub. */
const wheelStud: AttributeRule = ({ drawn, random }) => ({
  knurl: roundTo(
    (String(drawn['thread']).startsWith('M12') ? 12.6 : 14.6) + random.next() * 1.3,
    0.1,
  ),
});

/** Wheels with four bolts are those of small cars. */
const steelWheel: AttributeRule = ({ fitting, random, size }) => {
  const pcd = fitting.main?.lug ?? '5x112';
  const dia = Math.round(along(size, 0, 2)) + (pcd.startsWith('4') ? 13 : 15);
  return { dia, width: 4.5 + (dia - 13) * 0.5 + random.pick([0, 0.5, 1]), pcd };
};

/** Sizes that are really made: width, aspect, rim, load index, speed rating. */
const tyreSizes: [number, number, number, number, string][] = [
  [155, 65, 14, 75, 'T'],
  [175, 65, 14, 82, 'T'],
  [175, 70, 13, 82, 'T'],
  [185, 60, 15, 84, 'H'],
  [185, 65, 15, 88, 'H'],
  [195, 65, 15, 91, 'H'],
  [205, 55, 16, 91, 'V'],
  [215, 55, 17, 94, 'V'],
  [225, 45, 17, 91, 'W'],
  [225, 60, 17, 99, 'H'],
  [225, 65, 17, 102, 'H'],
  [235, 45, 18, 94, 'W'],
  [235, 75, 15, 105, 'T'],
  [245, 45, 18, 96, 'W'],
  [265, 70, 17, 112, 'T'],
  [255, 35, 19, 92, 'Y'],
  [275, 35, 19, 96, 'Y'],
];

const tyre: AttributeRule = ({ random, size }) => {
  const place = Math.round(along(size + (random.next() - 0.5) * 0.2, 0, tyreSizes.length - 1));
  const [width, ratio, rim, load, speed] = tyreSizes[place] ?? [205, 55, 16, 91, 'V'];
  const seasons =
    speed === 'T' || speed === 'H' ? ['Winter', 'All-season', 'Summer'] : ['Summer', 'All-season'];
  return { width, ratio, rim, load, speed, season: random.pick(seasons) };
};

export const chassisRules: Record<string, AttributeRule> = {
  'brake-disc': brakeDisc,
  'brake-drum': brakeDrum,
  'brake-shoe-set': brakeShoes,
  'brake-pad-set': brakePads,
  'brake-caliper': caliper,
  'abs-ring': absRing,
  'shock-absorber': shock,
  'strut-mount': strutMount,
  strut: () => ({ axle: 'Front' }),
  'control-arm-bush': bush,
  'ball-joint': ballJoint,
  'wheel-bearing-kit': wheelBearing,
  'wheel-hub-with-bearing': wheelHub,
  'wheel-bolt': wheelBolt,
  'wheel-nut': wheelNut,
  'wheel-stud': wheelStud,
  'steel-wheel': steelWheel,
  tyre,
  'tyre-valve': () => ({ hole: 11.3 }),
  'tie-rod-end': ({ drawn }) => ({
    thread:
      numberOf(drawn, 'taper') < 12.5
        ? 'M12x1.25'
        : numberOf(drawn, 'taper') < 14.5
          ? 'M14x1.5'
          : 'M16x1.5',
  }),
  'cv-joint-kit': ({ drawn }) => ({
    inner: String(Math.min(33, numberOf(drawn, 'inner'), numberOf(drawn, 'outer'))),
  }),
  'flywheel-dual-mass': ({ drawn }) => ({
    teeth: Math.round(along((numberOf(drawn, 'dia') - 220) / 70, 113, 142)),
  }),
  'steering-rack': ({ drawn, fitting }) => ({
    assist: (fitting.fitments[0]?.yearFrom ?? 0) >= 2013 ? 'Electric' : 'Hydraulic',
    drive: String(drawn['drive']),
  }),
};

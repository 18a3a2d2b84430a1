/** The icons' paths, on a grid of 24. */
const drawings = {
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h17',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 11.5v5M12 7.8v.2M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17',
  alert: 'M12 8v5M12 16.2v.2M12 3.8 2.8 19.5h18.4z',
  down: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  right: 'm9.5 6.5 5.5 5.5-5.5 5.5',
  left: 'm14.5 6.5-5.5 5.5 5.5 5.5',
  'arrow-down': 'M12 4.5v15M6 13.5l6 6 6-6',
  'arrow-up': 'M12 19.5v-15M6 10.5l6-6 6 6',
  enter: 'M19.5 6v5.500a2 2 0 0 1-2 2H5M9 9.500l-4 4 4 4',
  copy: 'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2m5 0v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2',
  list: 'M7 4.5h10a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2m2 0V3h6v1.5m-6 6h6m-6 4h6',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M12 7.500V12l3 2',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13m9.5 16-4.7-4.7',
  zoom: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13m9.5 16-4.7-4.7M10.5 7.5v6m-3-3h6',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11zm0-13.3a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6',
  card: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M3 10h18M6.5 15h4',
  lock: 'M7 11h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 7 11m1.5 0V8a3.5 3.5 0 0 1 7 0v3',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  filters:
    'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4m-7 8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4',
  shelf: 'M4 4v16M20 4v16M4 9.5h16M4 17h16M7 9.5V6h4v3.5m3 7.5v-4h4v4',
  unplugged:
    'M4 4l16 16M9 9l-1.5 1.5a4.5 4.5 0 0 0 6 6.5L15 15.5M5 19l2.5-2.5M12 6l2-2m4 8 2-2m-7.5-2.5 5 5',
  printer:
    'M7 8.5V4h10v4.5M7 17H5.5A1.5 1.5 0 0 1 4 15.5V10a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 10v5.5a1.5 1.5 0 0 1-1.5 1.5H17m-10-3h10v6H7z',
  download: 'M12 4v11m-4.5-4 4.5 4.5 4.5-4.5M5 19.5h14',
  grid: 'M4 4h6.500v6.500H4zM13.5 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.5 13.500H20V20h-6.500z',
  rows: 'M4 6h16M4 12h16M4 18h16',
  car: 'M3.5 17v-4l2-5.200A2 2 0 0 1 7.400 6.500h9.200a2 2 0 0 1 1.900 1.300l2 5.200v4M3.5 12.500h17M7.5 15.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600m9 0a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600M9.300 17h5.400',
  upload: 'M12 19.5v-11M7.5 13 12 8.5l4.5 4.5M5 4.5h14',
  star: 'm12 3.5 2.6 5.4 5.9.800-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
} as const;

export type IconName = keyof typeof drawings;

/** An icon beside a text that says the same; hidden from screen readers. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const filled = name === 'star';
  return (
    <svg
      viewBox="0 0 24 24"
      className={`flex-none ${className}`}
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}

/** The shop's logo (web/public/pictures/brands/underhood-mark.svg, inlined to take the text's colour). */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      <path
        d="M2.5 16.5C5.5 8.5 14 4 29.5 3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        fillRule="evenodd"
        d="M16.21 13.55L16.55 10.58L20.45 10.58L20.79 13.55L22.00 14.06L24.35 12.20L27.10 14.95L25.24 17.30L25.75 18.51L28.72 18.85L28.72 22.75L25.75 23.09L25.24 24.30L27.10 26.65L24.35 29.40L22.00 27.54L20.79 28.05L20.45 31.02L16.55 31.02L16.21 28.05L15.00 27.54L12.65 29.40L9.90 26.65L11.76 24.30L11.25 23.09L8.28 22.75L8.28 18.85L11.25 18.51L11.76 17.30L9.90 14.95L12.65 12.20L15.00 14.06ZM14.9 20.8a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0Z"
      />
    </svg>
  );
}

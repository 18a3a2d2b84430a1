import type { ReactNode, SVGProps } from 'react';

interface Brand {
  readonly name: string;
  readonly width: number;
  readonly mark: ReactNode;
}

const sans = "'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif";

/** A brand's name beside its sign, as wide as the file draws it. */
function Word(props: SVGProps<SVGTextElement>) {
  return <text x="66" y="38" fontFamily={sans} lengthAdjust="spacingAndGlyphs" {...props} />;
}

/** The word marks of web/public/pictures/brands, inlined so that they take the text's colour in light and dark. */
export const brandMarks: readonly Brand[] = [
  {
    name: 'Brakkenfeld',
    width: 316,
    mark: (
      <>
        <circle cx="30" cy="28" r="21" fill="none" stroke="currentColor" strokeWidth="5" />
        <circle cx="30" cy="28" r="6" />
        <path d="M42 6a25 25 0 0 1 10 34l-9-5a15 15 0 0 0-6-20z" />
        <Word fontSize="30" fontWeight="800" letterSpacing="1" textLength="242">
          BRAKKENFELD
        </Word>
      </>
    ),
  },
  {
    name: 'Drevanto',
    width: 256,
    mark: (
      <>
        <rect x="27" y="2" width="6" height="9" transform="rotate(0 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(30 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(60 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(90 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(120 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(150 30 28)" />
        <rect x="27" y="2" width="6" height="9" transform="rotate(180 30 28)" />
        <path d="M14 8h16a20 20 0 0 1 0 40H14zm9 9v22h7a11 11 0 0 0 0-22z" fillRule="evenodd" />
        <Word fontSize="30" fontWeight="800" letterSpacing="2" textLength="182">
          DREVANTO
        </Word>
      </>
    ),
  },
  {
    name: 'Halvorsted',
    width: 290,
    mark: (
      <>
        <path d="M8 12h44v6H8zM12 25h36v6H12zM18 38h24v6H18z" />
        <Word fontSize="29" fontWeight="700" letterSpacing="1" textLength="216">
          HALVORSTED
        </Word>
      </>
    ),
  },
  {
    name: 'Immerholt',
    width: 284,
    mark: (
      <>
        <polygon
          points="49.9,39.5 30.0,51.0 10.1,39.5 10.1,16.5 30.0,5.0 49.9,16.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
        />
        <polygon points="38.7,33.0 30.0,38.0 21.3,33.0 21.3,23.0 30.0,18.0 38.7,23.0" />
        <Word fontSize="29" fontWeight="500" letterSpacing="3" textLength="210">
          IMMERHOLT
        </Word>
      </>
    ),
  },
  {
    name: 'Karvelon',
    width: 252,
    mark: (
      <>
        <path d="M8 8h9v40H8zM20 28 38 8h12L32 28l18 20H38z" />
        <Word fontSize="30" fontWeight="800" letterSpacing="2" fontStyle="italic" textLength="178">
          KARVELON
        </Word>
      </>
    ),
  },
  {
    name: 'Kelvandra',
    width: 222,
    mark: (
      <>
        <path
          d="M6 40c14 0 16-24 46-26M6 47c18 0 24-22 46-24M6 33C16 33 18 12 46 8"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <Word
          fontFamily="Georgia,'Liberation Serif','DejaVu Serif',serif"
          fontSize="30"
          fontWeight="700"
          letterSpacing="1"
          textLength="148"
        >
          Kelvandra
        </Word>
      </>
    ),
  },
  {
    name: 'Ostervane',
    width: 268,
    mark: (
      <>
        <circle cx="30" cy="28" r="22" fill="none" stroke="currentColor" strokeWidth="4" />
        <path d="M34 9 18 31h10l-3 16 17-23H31z" />
        <Word fontSize="29" fontWeight="600" letterSpacing="3" textLength="194">
          OSTERVANE
        </Word>
      </>
    ),
  },
  {
    name: 'Quennimar',
    width: 246,
    mark: (
      <>
        <path
          d="M30 5c9 12 17 20 17 29a17 17 0 0 1-34 0C13 25 21 17 30 5zm0 12c-6 8-9 12-9 17a9 9 0 0 0 18 0c0-5-3-9-9-17z"
          fillRule="evenodd"
        />
        <path d="m34 38 6-6 14 14-6 6z" />
        <Word fontSize="30" fontWeight="700" letterSpacing="2" textLength="172">
          quennimar
        </Word>
      </>
    ),
  },
  {
    name: 'Ruttenhaus',
    width: 290,
    mark: (
      <>
        <path d="M30 6a22 22 0 0 1 22 22" fill="none" stroke="currentColor" strokeWidth="8" />
        <path d="M30 50A22 22 0 0 1 8 28" fill="none" stroke="currentColor" strokeWidth="8" />
        <circle
          cx="30"
          cy="28"
          r="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3 4"
        />
        <circle cx="30" cy="28" r="9" fill="none" stroke="currentColor" strokeWidth="4" />
        <Word fontSize="29" fontWeight="700" letterSpacing="1" textLength="216">
          RUTTENHAUS
        </Word>
      </>
    ),
  },
  {
    name: 'Zeltrane',
    width: 274,
    mark: (
      <>
        <path d="M8 8h44v10L27 38h25v10H8V38l25-20H8z" />
        <Word fontSize="31" fontWeight="300" letterSpacing="4" textLength="200">
          ZELTRANE
        </Word>
      </>
    ),
  },
];

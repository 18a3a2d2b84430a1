/** Wording that the specification leaves open (Spec §1, §2; decisions: Texts). */

/** The questions of the blog with their answers. */
export const questions = [
  {
    id: 'why-packs',
    title: 'Why does every part have a minimum order?',
    description:
      'A brake disc that is packed, booked and shipped alone costs more to handle than to make. Selling in packs spreads that work over a hundred pieces, which is where the wholesale price comes from. The minimum of each part is the number on its card, and larger orders go up in steps of one hundred, so a pallet always holds whole cartons.',
  },
  {
    id: 'will-it-fit',
    title: 'How do I know that a part fits my vehicles?',
    description:
      'Search by part number if you have one: dashes and spaces do not matter. Otherwise choose make, model and year, and the list keeps only what fits. For a mixed fleet, start with the model you run most and compare the dimensions in the description with a worn part on the bench before you order a hundred of them.',
  },
  {
    id: 'what-does-stock-mean',
    title: 'What does the stock figure promise?',
    description:
      'It is what you can order at this moment, not what stood on the shelf this morning. When somebody places an order, the pieces are set aside and the figure goes down for everybody; when an unpaid order is cancelled they come back. Two buyers can therefore never be sold the same last pallet.',
  },
  {
    id: 'why-rendered-twice',
    title: 'Why does this shop feel quick on an old phone?',
    description:
      'The pages everybody may see are drawn on the server and arrive as finished HTML, so there is something to read before a single script has run. Only what belongs to you, such as your orders, is drawn in your browser. Pictures state their size in advance, which is why nothing jumps while you reach for a button.',
  },
  {
    id: 'who-counts-the-money',
    title: 'Who decides what an order costs?',
    description:
      'The shop, never the browser. A page can be edited by whoever looks at it, so the server takes only the part, the quantity and the address from the form and works out the rest from its own records, in whole cents. An order counts as paid when the card provider itself says so, and for exactly that amount.',
  },
] as const;

export const portfolio = {
  title: 'My Portfolio',
  intro:
    'I build web shops and the tools behind them: software that counts correctly, says plainly what it does, and stays pleasant to work on for years.',
  skills: [
    'TypeScript',
    'React',
    'React Router',
    'Node.js',
    'Fastify',
    'PostgreSQL',
    'HTTP and API design',
    'Accessibility',
    'Automated testing',
    'Card payments',
  ],
  /** `reverse` puts the picture on the right. */
  projects: [
    {
      name: 'Parts catalogue',
      image: '/pictures/alternator.webp',
      details:
        'A searchable list of several hundred spare parts by words, part number, category and vehicle. Every search is an address that can be kept or sent to a colleague, and it works without scripts.',
      live: '/parts',
      reverse: false,
    },
    {
      name: 'Shop front',
      image: '/pictures/brake-disc.webp',
      details:
        'The home page of Underhood: drawn on the server, sent in one piece when the data is quick and streamed when it is not, readable by keyboard and screen reader, in light and in dark.',
      live: '/',
      reverse: true,
    },
    {
      name: 'Interface description',
      image: '/pictures/abs-wheel-speed-sensor.webp',
      details:
        'Every call of the shop in one typed table, from which the server, the pages and the OpenAPI document are made, so that they cannot disagree. Each call states who may make it.',
      live: '/api/docs',
      reverse: false,
    },
  ],
  education: [
    {
      industry: 'Computer science',
      department: 'Software engineering and databases',
      status: 'Bachelor of Science, completed',
    },
    {
      industry: 'Motor trade',
      department: 'Parts logistics and warehouse systems',
      status: 'Vocational certificate, completed',
    },
  ],
} as const;

export type Project = (typeof portfolio.projects)[number];

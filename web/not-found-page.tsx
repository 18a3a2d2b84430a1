import { data } from 'react-router';
import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { NotFound } from '#web/not-found.tsx';

export const loader = () => data(null, { status: 404 });

// The browser knows of an unknown address by itself.
export const clientLoader = () => null;

export const meta = () => privateMeta(texts.pageNotFound);

export default NotFound;

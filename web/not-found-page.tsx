import { data } from 'react-router';
import { texts } from '#contract/texts.ts';
import { privateMeta } from './meta.ts';
import { NotFound } from './not-found.tsx';

export const loader = () => data(null, { status: 404 });

// In the browser nothing has to be fetched.
export const clientLoader = () => null;

export const meta = () => privateMeta(texts.pageNotFound);

export default NotFound;

import type { ReactNode, RefAttributes } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';
import { hintsPage } from './page-hint.ts';

export type LinkProps = Omit<
  RouterLinkProps,
  | 'defaultShouldRevalidate'
  | 'discover'
  | 'mask'
  | 'prefetch'
  | 'relative'
  | 'reloadDocument'
  | 'viewTransition'
> &
  RefAttributes<HTMLAnchorElement>;

/**
 * A link within the shop. The router's own asks a dozen hooks for what following it needs, and a list has 150 links; the server only
 * writes where each leads.
 */
export const Link: (props: LinkProps) => ReactNode = import.meta.env.SSR
  ? WrittenLink
  : FollowedLink;

/** All routes are known from the start, so that there is none to discover. */
function FollowedLink(props: LinkProps) {
  return <RouterLink discover="none" {...props} {...hintsPage} />;
}

/** An address from the shop's root, in which there is nothing to resolve or to leave out. */
const rooted = /^(?![^?#]*\/[/.])\/[^?#]*(?:\?[^#]+)?(?:#.+)?$/;

function WrittenLink(props: LinkProps) {
  const { to, children, preventScrollReset: _, replace: _2, state: _3, ...rest } = props;
  if (typeof to !== 'string' || !rooted.test(to)) return <FollowedLink {...props} />;
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  );
}

import { lazy, useEffect, useRef, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { ArchivedPart } from '#contract/parts.ts';
import type { Site } from '#contract/site.ts';
import { texts } from '#contract/texts.ts';
import { statusOf } from '#web/api/api-error.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { useSite } from '#web/api/site.ts';
import { pageMeta, privateMeta } from './meta.ts';
import { paths } from './paths.ts';
import { OrderPadLink } from '#web/order-list/order-pad-link.tsx';
import { useSearchPlace } from '#web/search/hero-search.ts';
import { SearchBox } from '#web/search/search-box.tsx';
import { markSession } from '#web/session/mark-session.ts';
import { keepReferrer, keepReturnPath } from '#web/session/return-path.ts';
import { currentSession, signOut, useSession } from '#web/session/session.ts';
import type { Session } from '#web/session/stored-session.ts';
import { Document } from '#web/ui/document.tsx';
import { Footer } from '#web/ui/footer.tsx';
import { Header } from '#web/ui/header.tsx';
import { Page } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Failed } from '#web/ui/states.tsx';
import { myVehicle, useMyVehicle } from '#web/vehicle/my-vehicle.ts';
import { vehicleAddress } from '#web/vehicle/vehicle-address.ts';
import { VehicleTool } from '#web/vehicle/vehicle-tool.tsx';
import { markVehicle } from '#web/vehicle/mark-vehicle.ts';
import styles from './app.css?url';

// Few pages are missing.
const NotFound = import.meta.env.SSR
  ? (await import('./not-found.tsx')).NotFound
  : lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }));
const NoLongerSold = import.meta.env.SSR
  ? (await import('./no-longer-sold.tsx')).NoLongerSold
  : lazy(async () => ({ default: (await import('./no-longer-sold.tsx')).NoLongerSold }));

const load = async ({ api }: LoadArgs) => ({
  site: await api.call('getSite', {}).catch(() => undefined),
});

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** The shop's settings are the same for everybody and are loaded once, with the first page; anew for the admin who changes them. */
export const shouldRevalidate = ({ formAction }: ShouldRevalidateFunctionArgs) =>
  formAction === paths.shopSettings;

export const meta: MetaFunction = ({ error }) => {
  const gone = goneIn(error);
  if (gone) return privateMeta(`${gone.name} is no longer sold`);
  if (error !== undefined) return privateMeta(isMissing(error) ? texts.pageNotFound : notLoaded);
  return pageMeta(
    'Car spare parts in bulk',
    'Car spare parts sold in bulk, at wholesale prices and from stock.',
  );
};

const footerDescription =
  'Spare parts for workshops, fleets and resellers: sold in bulk, at wholesale prices, from stock we can count.';

const notLoaded = 'This page could not be loaded';

const partsLink = { to: paths.parts as string, text: 'Parts', also: [paths.parts, '/purchase'] };

const openLinks = [
  { to: paths.home, text: texts.home, also: [paths.start] },
  partsLink,
  { to: paths.portfolio, text: texts.myPortfolio },
  { to: paths.blog, text: texts.blog },
];

const usefulLinks = [
  { to: paths.start, text: texts.home },
  { to: paths.portfolio, text: texts.portfolio },
  { to: paths.blog, text: texts.blog },
  { to: paths.dashboard, text: texts.dashboard },
];

/** What the first tag of a page says, which the server writes and the browser keeps (web/session/identity.ts). */
const hostedService = (site: Site | undefined) =>
  site?.identity.provider === 'firebase' && { identity: JSON.stringify(site.identity) };

/** All parts, those first that fit the vehicle that this browser remembers. */
function partsFor(mine: ChosenVehicle) {
  return { ...partsLink, to: vehicleAddress(mine, true) };
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  const session = useSession();
  const mine = useMyVehicle();
  const searchPlace = useSearchPlace();
  useKeepReturnPath();
  useDataOfFirstPage();
  useMarks(session, mine);
  return (
    <Document
      styles={styles}
      {...(import.meta.env.SSR && hostedService(site))}
      script={markSession + markVehicle}
      header={
        <Header
          links={[
            ...openLinks.map((link) => (link.to === paths.parts && mine ? partsFor(mine) : link)),
            ...(session ? [{ to: paths.dashboard, text: texts.dashboard }] : []),
          ]}
          start={paths.start}
          login={paths.login}
          dashboard={paths.dashboard}
          person={session}
          onSignOut={() => void signOut()}
          search={<SearchBox look="header" />}
          searchPlace={searchPlace}
          tools={
            <>
              <VehicleTool />
              <OrderPadLink />
            </>
          }
        />
      }
      footer={
        <Footer description={footerDescription} links={usefulLinks} contact={site?.contact} />
      }
    >
      {children}
    </Document>
  );
}

/**
 * Keeps what the scripts in the page's head have set true, after each sign-in and sign-out and with each vehicle. The first rendering
 * knows of neither, as the server's, so what is stored is asked.
 */
function useMarks(session: Session | undefined, vehicle: ChosenVehicle | undefined): void {
  useEffect(() => {
    const { documentElement: page } = document;
    const name = currentSession()?.name;
    page.toggleAttribute('data-session', name !== undefined);
    page.style.setProperty('--person', name === undefined ? '' : JSON.stringify(name));
    page.toggleAttribute('data-vehicle', myVehicle() !== undefined);
  }, [session, vehicle]);
}

/** What search engines read stands in the first page, which the server wrote; it is not true of the next one. */
function useDataOfFirstPage(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname === first.current) return;
    for (const data of document.querySelectorAll('[type="application/ld+json"]')) data.remove();
  }, [pathname]);
}

/** Stores each page as the one that a sign-in returns to. */
function useKeepReturnPath(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(keepReferrer, []);
  useEffect(() => keepReturnPath({ pathname, search, hash }), [pathname, search, hash]);
}

export default function Root() {
  return <Outlet />;
}

export function HydrateFallback() {
  return <Spinner />;
}

/** The page of a part that is sold no more, the 404 page, or an error with Retry. */
export function ErrorBoundary() {
  const error = useRouteError();
  const gone = goneIn(error);
  if (gone) return <NoLongerSold part={gone} />;
  if (isMissing(error)) return <NotFound />;
  return (
    <Page title={notLoaded} width="text">
      <Failed onRetry={() => location.reload()}>
        Nothing you did was lost. Please try again in a moment.
      </Failed>
    </Page>
  );
}

/** The part of which an error says that it is sold no more (status 410). */
function goneIn(error: unknown): ArchivedPart | undefined {
  return isRouteErrorResponse(error) && error.status === 410
    ? (error.data as ArchivedPart)
    : undefined;
}

function isMissing(error: unknown): boolean {
  return (isRouteErrorResponse(error) ? error.status : statusOf(error)) === 404;
}

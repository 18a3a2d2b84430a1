/**
 * A script for the head of every page: when one of the shop's own scripts or styles cannot be loaded, the page is loaded again,
 * once a minute at most. It may name files of a version of the shop that is gone. A script of the page itself fails when what it
 * imports is not there. A hint that fails is left alone: what needs the script fails by itself, and nothing may need it.
 */
export const reloadOnce = `
{
  const again = () => {
    try {
      const now = Date.now();
      if (now - Number(sessionStorage.getItem('underhood.reloaded')) < 60_000) return;
      sessionStorage.setItem('underhood.reloaded', String(now));
      location.reload();
    } catch {}
  };
  addEventListener('error', ({ target }) => {
    const missing = target.type === 'module' && !target.src;
    const file = target.rel === 'stylesheet' ? target.href : target.src;
    if (missing || file?.startsWith(location.origin + '/assets/')) again();
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/dynamically imported module|module script failed/.test(reason?.message)) again();
  });
}
`;

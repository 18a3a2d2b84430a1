/** Browser features that are switched off; not those that a card provider's frame uses, such as payment. */
const unused = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'serial',
  'usb',
];

const yearSeconds = 31_536_000;

/** Headers of every response: `nosniff`, same-origin embedding only, and HSTS if the shop is on https. */
export function securityHeaders(
  publicUrl: string,
  hstsSubdomains: boolean,
): Record<string, string> {
  const isSecure = publicUrl.startsWith('https:');
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
    ...(isSecure
      ? {
          'strict-transport-security': `max-age=${yearSeconds}${hstsSubdomains ? '; includeSubDomains' : ''}`,
        }
      : {}),
  };
}

/** What a browser may use nowhere in this shop. Nothing that a card provider's frame asks for: payment, keys, motion. */
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

/**
 * What every answer says, whoever gives it: it is what its type names, no other site may embed it, and of a shop on https that it is
 * nothing else from now on, nor, if told so, any name below its own.
 */
export function securityHeaders({
  publicUrl,
  hstsSubdomains,
}: {
  publicUrl: string;
  hstsSubdomains: boolean;
}): Record<string, string> {
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

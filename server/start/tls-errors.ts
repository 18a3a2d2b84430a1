import { given, type Environment } from './variables.ts';

const checked = 'The database that DATABASE_URL names cannot be used';

const unknownIssuer =
  'its certificate comes from an authority that this machine does not know; name its file in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem';
const outOfDate = 'its certificate is not valid today; is the clock of this machine right?';
const refusedClient =
  'it does not take the certificate that sslcert and sslkey of DATABASE_URL name';

/** What the codes of Node's TLS mean for an operator. */
const byCode: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_SIGNATURE_FAILURE: unknownIssuer,
  CERT_HAS_EXPIRED: outOfDate,
  CERT_NOT_YET_VALID: outOfDate,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name than the one in DATABASE_URL',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: refusedClient,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: refusedClient,
};

/** `pg`, and PostgreSQL itself. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /^The server does not support SSL connections/,
    'it does not speak TLS, which sslmode in DATABASE_URL asks for',
  ],
  [
    /requires a valid client certificate|alert certificate required/,
    'it wants a certificate of the shop: name it and its key in DATABASE_URL with sslcert=FILE&sslkey=FILE',
  ],
  [
    /^no pg_hba\.conf entry .*(no encryption|SSL off)/,
    'it takes TLS only, or not this user: add sslmode=verify-full to DATABASE_URL',
  ],
];

const files = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** What to print for a failure of TLS between shop and database; undefined for all others. */
export function tlsError(error: Error, env: Environment): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const named = given(env, 'DATABASE_URL');
  const file = named && files.find((name) => new URL(named).searchParams.get(name) === path);
  if (file && path !== undefined)
    return `${checked}: the file that ${file} of DATABASE_URL names cannot be read (${error.message}).`;
  const why = byCode[code] ?? byMessage.find(([words]) => words.test(error.message))?.[1];
  return why === undefined ? undefined : `${checked}: ${why}.`;
}

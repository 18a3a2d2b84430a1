import type { S3Setup } from '#server/third-parties/images/s3/s3-images.ts';
import { isSafeWay, parseFolder, parseOrigin } from './origins.ts';
import { given, valueOrDefault, type Environment, type Variable } from './variables.ts';

/** All of these are needed to keep pictures in a bucket. */
export const s3Variables = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PUBLIC_URL',
] as const satisfies readonly Variable[];

/** The bucket that pictures are kept in; undefined when none is set. Faults hold no value, because values may be secrets. */
export function bucketFrom(env: Environment, faults: string[]): S3Setup | undefined {
  const missing = s3Variables.filter((name) => given(env, name) === undefined);
  if (missing.length === s3Variables.length) return undefined;
  for (const name of missing)
    faults.push(`${name} is missing: a bucket needs all of ${s3Variables.join(', ')}.`);
  const value = (name: Variable) => given(env, name) ?? '';
  const base = checked('S3_ENDPOINT', parseOrigin, 'an origin');
  const publicUrl = checked('S3_PUBLIC_URL', plainFolder, 'an address without a query');
  if (
    given(env, 'S3_BUCKET') !== undefined &&
    !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value('S3_BUCKET'))
  )
    faults.push('S3_BUCKET must be the name of a bucket: small letters, digits, dots and hyphens.');
  if (!/^[a-z\d-]{1,40}$/.test(valueOrDefault(env, 'S3_REGION')))
    faults.push('S3_REGION must be the name of a region, such as eu-central-1.');
  if (base === undefined || publicUrl === undefined) return undefined;
  return {
    base,
    name: value('S3_BUCKET'),
    region: valueOrDefault(env, 'S3_REGION'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
    publicUrl: publicUrl.href.replace(/\/+$/, ''),
  };

  function checked(
    name: 'S3_ENDPOINT' | 'S3_PUBLIC_URL',
    parse: (text: string) => URL | undefined,
    what: string,
  ): URL | undefined {
    const text = given(env, name);
    const url = text === undefined ? undefined : parse(text);
    if (url !== undefined && isSafeWay(url) && url.username === '' && url.password === '')
      return url;
    if (text !== undefined)
      faults.push(
        `${name} must be ${what} that begins with https://, or with http:// on this machine.`,
      );
    return undefined;
  }
}

/** As pages know the addresses of pictures (contract/image-rules.ts). */
function plainFolder(text: string): URL | undefined {
  const url = parseFolder(text);
  return url && /^(?:\/[\w.~%-]+)*\/?$/.test(url.pathname) ? url : undefined;
}

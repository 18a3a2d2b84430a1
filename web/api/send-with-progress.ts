/**
 * `fetch` with upload progress, for pictures: only XMLHttpRequest reports it. Rejects with a `TypeError` when no answer
 * came, as `fetch` does.
 */
export function sendWithProgress(
  address: string,
  { method, headers, body, signal }: RequestInit & { readonly headers: Headers },
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? 'GET', address);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.responseType = 'blob';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const answered = { status: request.status, headers: answerHeaders(request) };
      resolve(new Response(request.status === 204 ? null : (request.response as Blob), answered));
    });
    request.addEventListener('error', () => reject(new TypeError('The request failed.')));
    request.addEventListener('abort', () =>
      reject(new DOMException('The request was given up.', 'AbortError')),
    );
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send((body ?? null) as XMLHttpRequestBodyInit | null);
  });
}

function answerHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

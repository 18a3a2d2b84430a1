/**
 * A stand-in for Google's `api.js`, with which Firebase's library and the frame of its service talk to each other: what both use of
 * `gapi.iframes`, by messages between the two windows.
 */
export const googleApi = String.raw`
(() => {
  let calls = 0;

  class Iframe {
    constructor(peer) {
      this.peer = peer;
      this.handlers = new Map([['_ping', () => 'pong']]);
      this.answers = new Map();
      this.early = [];
      addEventListener('message', ({ source, data }) => {
        if (source !== peer() || !data.gapi) return;
        if (data.gapi === 'ask') return this.hear(data);
        // Google's script passes over what a listener throws, and one of Firebase's always throws.
        try { this.answers.get(data.call)?.(data.answer); } catch {}
        this.answers.delete(data.call);
      });
    }
    async hear(asked) {
      const handler = this.handlers.get(asked.name);
      if (!handler) return void this.early.push(asked);
      const answer = [await handler(asked.data)];
      this.peer().postMessage({ gapi: 'answer', call: asked.call, answer }, '*');
    }
    register(name, handler) {
      this.handlers.set(name, handler);
      for (const asked of this.early.splice(0)) void this.hear(asked);
    }
    send(name, data, hearAnswer) {
      const call = (calls += 1);
      if (hearAnswer) this.answers.set(call, hearAnswer);
      this.peer().postMessage({ gapi: 'ask', call, name, data }, '*');
    }
    /** The frame answers as soon as its own copy of this script has run. */
    ping(hearAnswer) {
      return new Promise((resolve) => {
        const again = setInterval(() => this.send('_ping', null, (answer) => {
          clearInterval(again);
          hearAnswer(answer);
          resolve(answer);
        }), 50);
      });
    }
    async restyle() {}
  }

  function open({ where, url, attributes: { style, ...attributes } }, opened) {
    const frame = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    Object.assign(frame.style, style);
    frame.src = url;
    where.append(frame);
    return opened(new Iframe(() => frame.contentWindow));
  }

  const parentFrame = window.parent === window ? null : new Iframe(() => window.parent);
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe,
      getContext: () => ({ open, getParentIframe: () => parentFrame }),
    },
  };
  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
  window[onload]?.();
})();
`;

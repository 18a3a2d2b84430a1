/** The same third party, whose calls are told to `count` when they fail in this way. */
export function countFailures<Port extends object>(
  port: Port,
  isFailure: (error: unknown) => boolean,
  count: () => void,
): Port {
  const tell = (error: unknown): void => void (isFailure(error) && count());
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, given);
        if (answer instanceof Promise) answer.catch(tell);
        return answer;
      };
    },
  });
}

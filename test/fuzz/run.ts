import type { Operation } from '#test/documented-operations.ts';
import { faultsIn, isFile } from './check-answer.ts';
import { placesOf } from './places.ts';
import { makeRequest, naughtyFor, placed, type FuzzRequest, type Kind } from './requests.ts';
import { notVerbatim } from './stored-text.ts';
import type { Person, TestShop } from '#test/harness.ts';
import { sampleRequests, setScene, type SampleRequest } from '#test/sample-requests.ts';

export interface FuzzPlan {
  /** Makes the calls of admins. One for all operations: every admin is mailed of what happens. */
  readonly admin: Person;
  /** Random requests besides the sweep. */
  readonly requests: number;
  /** Tries all naughty values in every place, or the crucial ones only. */
  readonly sweep: 'all' | 'crucial';
  readonly seed: number;
}

/** The result of one operation. */
export interface Tally {
  readonly name: string;
  requests: number;
  /** By status class: '2xx', '4xx', … */
  readonly classes: Record<string, number>;
  successes: number;
  readonly violations: string[];
}

const order: readonly Kind[] = [
  'valid',
  'near',
  'broken',
  'valid',
  'wild',
  'near',
  'valid',
  'near',
  'broken',
  'valid',
];

/** Sends requests of every kind to an operation, and checks the answers. */
export async function fuzz(shop: TestShop, operation: Operation, plan: FuzzPlan): Promise<Tally> {
  const tally: Tally = {
    name: operation.name,
    requests: 0,
    classes: {},
    successes: 0,
    violations: [],
  };
  let stage: Stage | undefined;
  const attempt = async (make: (sample: SampleRequest) => FuzzRequest, fresh: boolean) => {
    if (stage === undefined || fresh || stage.used)
      stage = await newStage(shop, operation, plan.admin);
    await judged(stage, tally, make(stage.sample));
  };
  for (let at = 0; at < plan.requests; at += 1) {
    const kind = order[at % order.length] ?? 'valid';
    await attempt(
      (sample) => makeRequest(operation, sample, { kind, seed: plan.seed + at }),
      kind === 'valid',
    );
  }
  for (const place of placesOf(operation)) {
    for (const value of naughtyFor(place, plan.sweep)) {
      await attempt((sample) => placed(operation, sample, { place, value }), false);
    }
  }
  return tally;
}

/** A caller who may make the call, and a request that would succeed. */
interface Stage {
  readonly shop: TestShop;
  readonly operation: Operation;
  readonly owner: Person;
  readonly admin: Person;
  readonly sample: SampleRequest;
  /** A request of this stage has succeeded, so what it was about may be gone. */
  used: boolean;
}

/** Counts the callers: the last characters of thousands of ids are not unique. */
let people = 0;

async function newStage(shop: TestShop, operation: Operation, admin: Person): Promise<Stage> {
  // All requests come from one network: time passes, so that the rate limit of payments is not reached.
  shop.clock.advance(5_000);
  const owner = await shop.person(`Fuzzing Customer ${(people += 1)}`);
  const sample = await sampleRequests[operation.name as keyof typeof sampleRequests](
    await setScene(shop, owner),
    owner,
  );
  return { shop, operation, owner, admin, sample, used: false };
}

async function judged(stage: Stage, tally: Tally, request: FuzzRequest): Promise<void> {
  const { shop, operation, owner, admin } = stage;
  const { token } = operation.access === 'admin' ? admin : owner;
  const answer = await shop.app.inject({
    method: operation.method,
    url: request.url,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });
  const done = answer.statusCode < 300;
  stage.used ||= done;
  tally.requests += 1;
  tally.successes += done ? 1 : 0;
  const statusClass = `${String(answer.statusCode)[0]}xx`;
  tally.classes[statusClass] = (tally.classes[statusClass] ?? 0) + 1;
  const faults = faultsIn(operation, request, answer);
  // A file stores nothing.
  if (done && request.says && !isFile(operation))
    faults.push(
      ...(await notVerbatim(operation.name, {
        shop,
        says: request.says,
        answer: answer.json(),
        owner,
        admin,
      })),
    );
  tally.violations.push(...faults.map((fault) => `${fault}\n    ${shown(operation, request)}`));
}

function shown({ method }: Operation, { kind, url, headers, payload }: FuzzRequest): string {
  const body = payload === undefined ? '' : JSON.stringify(payload.toString().slice(0, 300));
  return `${kind} ${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body}`;
}

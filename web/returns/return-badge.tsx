import { returnStates, type ReturnState } from '#contract/return-rules.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

const tones: Record<ReturnState, Tone> = {
  asked: 'waiting',
  agreed: 'waiting',
  declined: 'bad',
  withdrawn: 'neutral',
  received: 'waiting',
  settled: 'good',
};

/** How a return stands, as words in their colour. */
export function ReturnBadge({ status }: { status: ReturnState }) {
  return <Badge tone={tones[status]}>{returnStates[status]}</Badge>;
}

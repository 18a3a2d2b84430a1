import type { ColumnType, Generated } from 'kysely';
import type { AuditEntry } from '#contract/audit.ts';
import type { orderEventKinds, orderEventRoles } from '#contract/orders.ts';

export interface StockLedger {
  id: string;
  part_id: string;
  delta: number;
  reason: 'opening' | 'order' | 'cancel' | 'adjustment' | 'refund';
  order_id: string | null;
  actor: string;
  note: Generated<string>;
  created_at: Date;
}

export interface AuditLog {
  id: string;
  created_at: Date;
  actor: string;
  action: string;
  subject_type: AuditEntry['subjectType'];
  subject_id: string;
  subject_name: string;
  before: unknown;
  after: unknown;
}

export interface OrderEvents {
  id: string;
  order_id: string;
  created_at: Date;
  kind: (typeof orderEventKinds)[number];
  actor_role: (typeof orderEventRoles)[number];
  actor: string;
  details: Generated<unknown>;
}

export interface SecurityEvents {
  id: string;
  created_at: Date;
  kind: string;
  user_id: string | null;
  request_id: string | null;
  network_hash: string | null;
  details: ColumnType<unknown, string | null, string | null>;
  merge_key: string | null;
  times: Generated<number>;
  last_at: Date;
}

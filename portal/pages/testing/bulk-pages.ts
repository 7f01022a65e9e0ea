// What is done with many computers, in every state: previews, runs that go on, ended and stopped.
import { bulkActions, type BulkActionKind } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import { problemCodes } from '@pharmacy-relay/shared/problem.ts'
import { UpdateFault, UpdateStep } from '@pharmacy-relay/shared/update-codes.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { previewPage } from '../bulk/bulk-preview-page.tsx'
import { bulkGonePage, runPage } from '../bulk/bulk-run-page.tsx'
import type { BulkComputer, BulkPreview, BulkResult, BulkRun } from '../bulk/bulk-runs.ts'
import { HOSTILE } from './fixtures.ts'

const OBSTACLES = ['none', 'printer', 'connected', 'recent', 'offline', 'gone'] as const
const RUN_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

function computerAt(place: number): BulkComputer {
  const customerName = place === 1 ? HOSTILE : 'Central Pharmacy'
  const name = place === 1 ? HOSTILE : `COUNTER-${place + 1}`
  return { customerId: 1, computerId: 10 + place, storeId: 'P-1042', customerName, name }
}

function previewOf(kind: BulkActionKind, changes: Partial<BulkPreview> = {}): BulkPreview {
  const touched = [0, 1, 2].map(computerAt)
  const left = OBSTACLES.map((obstacle, place) => ({ ...computerAt(20 + place), obstacle }))
  return { owner: 'me', kind, back: '/support', touched, left, isCut: false, ...changes }
}

/** Everything that can become of a computer. */
function everyResult(): BulkResult[] {
  const check = { version: '1.3.2', offered: '1.4.0', fault: null } as const
  return [
    { kind: 'role' },
    { kind: 'printers', count: 1 },
    { kind: 'printers', count: 12 },
    ...UpdateStep.options.map((step): BulkResult => ({ kind: 'update', check: { ...check, step } })),
    ...UpdateFault.options.map((fault): BulkResult => ({
      kind: 'update',
      check: { ...check, step: 'idle', fault },
    })),
    ...OBSTACLES.map((obstacle): BulkResult => ({ kind: 'left', obstacle })),
    ...problemCodes.map((code): BulkResult => ({
      kind: 'problem',
      code,
      reason: code === 'state_conflict' ? HOSTILE : null,
    })),
  ]
}

function runOf(state: BulkRun['state'], results: readonly (BulkResult | null)[]): BulkRun {
  const rows = results.map((result, place) => ({ computer: computerAt(place), result }))
  return { id: RUN_ID, owner: 'me', kind: 'update', back: '/support?problem=outdated', rows, state }
}

/** Page by name. */
export function bulkPages(frame: FrameProps): Record<string, string> {
  const page = (kind: BulkActionKind, changes: Partial<BulkPreview> = {}, isBusy = false) =>
    previewPage({
      frame,
      query: { action: kind, problem: 'offline', q: '' },
      preview: previewOf(kind, changes),
      once: RUN_ID,
      isBusy,
    })
  const some: readonly (BulkResult | null)[] = [...everyResult().slice(0, 4), null, null]
  return {
    ...Object.fromEntries(bulkActions.map((kind) => [`many computers, ${kind}`, page(kind)])),
    'many computers, none to touch': page('printers', { touched: [] }),
    'many computers, an empty list': page('printers', { touched: [], left: [] }),
    'many computers, a longer list': page('update', { isCut: true }, true),
    'many computers, under way': runPage({ frame, run: runOf('running', some) }),
    'many computers, ended': runPage({ frame, run: runOf('ended', everyResult()) }),
    'many computers, all well': runPage({ frame, run: runOf('ended', [{ kind: 'role' }]) }),
    'many computers, stopped': runPage({ frame, run: runOf('stopped', some) }),
    'many computers, not known': bulkGonePage(frame),
  }
}

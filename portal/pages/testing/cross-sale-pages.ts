// Rules and mined pairs in every state, with every reason and warning.
import {
  CrossSaleFlag,
  CrossSaleReason,
  CrossSaleState,
  type CrossSale,
  type CrossSaleGroup,
} from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { crossSaleNotices } from '../cross-sales/cross-sale-notices.ts'
import { crossSalePage, type CrossSalePageProps } from '../cross-sales/cross-sale-page.tsx'
import { crossSalesPage } from '../cross-sales/cross-sales-page.tsx'
import { newCrossSalePage, type NewCrossSalePageProps } from '../cross-sales/new-cross-sale-page.tsx'
import { FIRST_TERMS, termsOf } from '../cross-sales/terms.ts'
import { HOSTILE } from './fixtures.ts'

export function groupOf(changes: Partial<CrossSaleGroup> = {}): CrossSaleGroup {
  return { key: 'J01CA04', substances: ['amoxicillin'], form: 'capsule', drugs: 12, ...changes }
}

export function crossSaleOf(changes: Partial<CrossSale> = {}): CrossSale {
  return {
    id: 14,
    kind: 'rule',
    state: 'waiting',
    ifGroup: groupOf(),
    thenGroup: groupOf({ key: 'A07FA02', substances: ['saccharomyces boulardii'] }),
    reason: 'probiotic_with_antibiotic',
    flags: [],
    minAge: null,
    validUntil: null,
    figures: null,
    approved: null,
    changedBy: 'Ada Admin',
    changedAt: '2026-11-20T11:00:00.000Z',
    version: 3,
    ...changes,
  }
}

const APPROVED = { by: HOSTILE, recordedBy: 'Ada Admin', at: '2026-11-20T11:00:00.000Z' }
const MINED: Partial<CrossSale> = {
  kind: 'mined',
  reason: 'bought_together',
  flags: null,
  changedBy: '',
  figures: { baskets: 1_240, pharmacies: 31, confidence: 0.42, lift: 3.27 },
}

export function crossSalePages(frame: FrameProps): Record<string, string> {
  return { ...listPages(frame), ...onePages(frame), ...newPages(frame) }
}

function listPages(frame: FrameProps) {
  const page = (items: CrossSale[], total = items.length) =>
    crossSalesPage({
      frame: { ...frame, path: '/medicines/suggestions' },
      query: { page: total > items.length ? 3 : 1, pageSize: 50, state: 'waiting' },
      list: { items, total, page: 1, pageSize: 50 },
    })
  const states = CrossSaleState.options.map((state, at) => crossSaleOf({ id: at + 1, state }))
  const reasons = CrossSaleReason.options.map((reason, at) =>
    crossSaleOf({ id: at + 10, reason, approved: APPROVED }),
  )
  const hostile = groupOf({ key: HOSTILE, substances: [HOSTILE], form: HOSTILE })
  const odd = [
    crossSaleOf({ id: 40, ...MINED, ifGroup: hostile }),
    crossSaleOf({ id: 41, thenGroup: groupOf({ key: HOSTILE, substances: [], form: '', drugs: 0 }) }),
    crossSaleOf({ id: 42, flags: [...CrossSaleFlag.options], minAge: 12, validUntil: '2027-01-31' }),
  ]
  return {
    suggestions: page([...states, ...reasons, ...odd]),
    'suggestions, none': page([]),
    'suggestions, third page': page(states, 200),
    'suggestions, past the end': page([], 3),
  }
}

function onePages(frame: FrameProps) {
  const page = (changes: Partial<CrossSale> = {}, more: Partial<CrossSalePageProps> = {}) => {
    const about = crossSaleOf(changes)
    const quiet = { values: termsOf(about), faults: new Set<never>(), notice: null, problem: null }
    return crossSalePage({ frame, about, ...quiet, ...more })
  }
  const { stale, refused } = texts(frame.language).crossSale
  return {
    'suggestion, waiting': page(),
    'suggestion, mined': page(MINED),
    'suggestion, approved': page({ state: 'shown', approved: APPROVED, flags: ['pregnancy'] }),
    'suggestion, ended': page({ state: 'ended' }),
    'suggestion, stale': page({}, { problem: stale }),
    'suggestion, refused': page({}, { problem: refused }),
    'suggestion, faulty': page(
      {},
      {
        values: { ...FIRST_TERMS, minAge: HOSTILE, validUntil: HOSTILE },
        faults: new Set(['minAge', 'validUntil', 'pharmacist']),
      },
    ),
    ...Object.fromEntries(
      crossSaleNotices().map((notice) => [`suggestion says ${notice}`, page({}, { notice })]),
    ),
  }
}

function newPages(frame: FrameProps) {
  const page = (changes: Partial<NewCrossSalePageProps> = {}) =>
    newCrossSalePage({
      frame,
      sought: { ifText: '', thenText: '', found: null },
      chosen: { ifGroup: '', thenGroup: '' },
      values: FIRST_TERMS,
      faults: new Set(),
      problem: null,
      ...changes,
    })
  const hostile = groupOf({ key: HOSTILE, substances: [HOSTILE], form: '' })
  const found = { ifs: [groupOf(), hostile], thens: [hostile] }
  const sought = { ifText: HOSTILE, thenText: 'b', found }
  const { taken, oddGroups } = texts(frame.language).crossSale
  return {
    'new rule': page(),
    'new rule, nothing found': page({ sought: { ...sought, found: { ifs: [], thens: [] } } }),
    'new rule, found': page({ sought }),
    'new rule, taken': page({ sought, problem: taken, chosen: { ifGroup: HOSTILE, thenGroup: HOSTILE } }),
    'new rule, same groups': page({ sought, problem: oddGroups }),
    'new rule, faulty': page({ sought, faults: new Set(['minAge']) }),
  }
}

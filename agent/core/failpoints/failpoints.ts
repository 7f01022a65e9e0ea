// Named places at which a campaign kills this process, and what it leaves out, so that a crash is tried and not believed.
//
// The label's path knows one of them: a function that it calls at places which nothing else can see. All others are
// wrapped around the path's parts by whoever puts it together (faulty-path.ts). In production there is none.
import type { LabelPathFaults } from './faulty-path.ts'
import { noFailpoint, type ReachFailpoint } from './reach-failpoint.ts'

export interface Failpoints {
  readonly reach: ReachFailpoint
  /** Wraps the parts of the label's path. */
  readonly path: LabelPathFaults
  /** How long the spool's file makes a commit wait: for the disk, or not. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

const asItIs = <T>(part: T): T => part

export const NO_FAILPOINTS: Failpoints = {
  reach: noFailpoint,
  path: { store: asItIs, printers: asItIs, arrivals: asItIs, route: asItIs, onJob: asItIs },
  synchronous: 'FULL',
}

// The one thing that the parts of a label's path know of failpoints: a function that they call at a place.

/** The names are those of security-and-reliability 3.2; FP5 is the hub's. */
export type FailpointName =
  | 'FP0'
  | 'FP1'
  | 'FP2'
  | 'FP3'
  | 'FP4'
  | 'FP6'
  | 'FP7'
  | 'FP8'
  | 'FP9'
  | 'FP10'
  | 'FP11'
  | 'FP12'
  | 'FP13'

/** Called at a place: ends the process, as a power cut would, when the place is armed. */
export type ReachFailpoint = (name: FailpointName) => void

export const noFailpoint: ReachFailpoint = () => undefined

// What is asked of whoever keeps the programs running.

export interface Keeper {
  /** Returns once they were told to start; readiness is asked elsewhere. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends one and starts it anew, once told; readiness is asked elsewhere. False: it was stopped, and stays so. */
  restart(program: string): Promise<boolean>
  /** Null while it does not run. */
  pidOf(program: string): Promise<number | null>
}

// The exit codes of the command line and of the running agent, as the help text lists them.

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notRunning: 3,
  /** The watchdog gave up; the service manager starts the agent again (EX_TEMPFAIL of sysexits). */
  watchdog: 75,
  /** A signal ended an agent whose launcher goes on, and starts it again (128 and SIGTERM's number, as shells count). */
  signalled: 143,
} as const

// How long to wait, as people say it: seconds up to two minutes, whole minutes beyond.

interface Wait {
  readonly n: number
  readonly unit: 'second' | 'minute'
}

/** Rounded up, at least one second: whoever waits so long does not come too early. */
export function waitOf(seconds: number): Wait {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole <= 120 ? { n: whole, unit: 'second' } : { n: Math.ceil(whole / 60), unit: 'minute' }
}

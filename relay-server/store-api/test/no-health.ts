// For tests that count events, each of which would be followed by one of health; that has tests of its own.
import type { startHealthKeeper } from '../health/health-keeper.ts'

export const noHealth: typeof startHealthKeeper = () => ({ wake: () => {}, stop: () => Promise.resolve() })

// zod compiles its schemas with `new Function` where it may; the page forbids that, and each try would be reported.
import { z } from 'zod'

z.config({ jitless: true })

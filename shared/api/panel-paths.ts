// Where the endpoints of the relay panel stand, and the ids in their paths.
import { z } from 'zod'
import { IdText } from '../ids.ts'

export const PANEL = '/api/v1/panel/relay'
/** One pharmacy, and one of its computers. */
export const CUSTOMER = `${PANEL}/customers/{customerId}`
export const COMPUTER = `${CUSTOMER}/computers/{computerId}`

export const customerParams = z.strictObject({ customerId: IdText })
export const computerParams = customerParams.extend({ computerId: IdText })

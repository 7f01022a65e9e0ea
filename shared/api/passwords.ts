// How long a password may be, for servers and forms. What else it must be, the identity API decides.
import { z } from 'zod'

/** Characters of a new password, counted after NFC. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** A password as somebody typed it, in UTF-16 units: 128 characters of several marks each, and nothing that is only long. */
export const GivenPassword = z.string().min(1).max(1_024)

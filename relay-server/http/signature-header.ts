// Where the sender of an event says how its body is signed.
export const SIGNATURE_HEADER = 'payment-signature'

/** `npm run faults` and `npm run proofs` try everything; the quick set of `npm test` takes samples of it. */
export const isWhole = import.meta.env.MODE === 'whole'

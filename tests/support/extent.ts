/** `npm run faults` and `npm run proofs` run everything; the quick set of `npm test` runs samples. */
export const isWhole = import.meta.env.MODE === 'whole'

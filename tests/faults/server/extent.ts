/** `npm run faults` tries every point; the quick set of `npm test` takes samples of them. */
export const isWhole = import.meta.env.MODE === 'whole'

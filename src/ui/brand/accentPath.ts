/** SVG path of the É's acute accent, the product's mark. */
export const accentPath = 'M32 27c-1.5-2-.8-5 1-7L49.5 3.5c3-3 8-3.2 11-.2s2.6 7.6-1 10L38 27.8c-2 1.4-4.6 1.1-6-.8z'

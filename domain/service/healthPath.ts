/** Path of the health check below `/api`. In its own file, because the first page loads nothing else of the contract. */
export const healthPath = '/health'

/** Path of the health check below `/api`. In a file of its own: the first page needs no more of the contract. */
export const healthPath = '/health'

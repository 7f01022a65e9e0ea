// Where an installation lies in a container: a folder of the machine below which relayctl makes a try-out's places.
export const CONTAINER_ROOT = '/installation'

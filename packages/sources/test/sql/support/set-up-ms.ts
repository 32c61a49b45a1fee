/** PGlite compiles PostgreSQL when it starts: two seconds, many more on a busy machine. */
export const setUpMs = 240_000;

/** Frameworks by language: `framework` is completed once `language` is known. */
export const frameworksByLanguage: ReadonlyMap<string, readonly string[]> = new Map([
  ['typescript', ['angular', 'express', 'fastify', 'hono', 'nestjs', 'next.js', 'react', 'svelte', 'vue']],
  ['python', ['aiohttp', 'celery', 'django', 'fastapi', 'flask', 'pytest', 'starlette']],
  ['go', ['chi', 'echo', 'fiber', 'gin', 'grpc-go']],
  ['java', ['micronaut', 'quarkus', 'spring-boot', 'vert.x']],
  ['rust', ['actix-web', 'axum', 'rocket', 'tokio', 'warp']],
  ['kotlin', ['compose', 'ktor', 'spring-boot']],
]);

export const languages = ['typescript', 'python', 'go', 'java', 'rust', 'kotlin'] as const;

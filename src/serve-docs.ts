import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { describeToolExecutorRest } from 'nestjs-tool-executor-rest';

/** OpenAPI at `/docs`, as JSON at `/docs/json`. */
export function serveDocs(app: INestApplication): void {
  const settings = new DocumentBuilder()
    .setTitle('Tool executor')
    .setDescription(
      'Runs the tool calls of language models: validate, permission, execute inside a timeout, normalise, trace.',
    )
    .addBearerAuth()
    .addSecurityRequirements('bearer')
    .build();
  const document = describeToolExecutorRest(SwaggerModule.createDocument(app, settings));
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'docs/json', yamlDocumentUrl: 'docs/yaml' });
}

import { describe, expect, it } from '@jest/globals';
import { schemaFields } from '../../src/cli/schema-fields.js';

describe('schemaFields', () => {
  it('are given with references resolved, what is written beside them, and the elements of arrays', () => {
    const schema = {
      type: 'object',
      properties: {
        one: { $ref: '#/$defs/Text', description: 'Own words' },
        many: { type: 'array', items: { $ref: '#/$defs/Text' } },
      },
      required: ['many'],
      $defs: { Text: { type: 'string', maxLength: 3, description: 'Shared words' } },
    };
    const [one, many] = schemaFields(schema);
    expect(one).toMatchObject({
      path: 'one',
      schema: { type: 'string', maxLength: 3 },
      description: 'Own words',
      isRequired: false,
    });
    expect(one!.items).toBeUndefined();
    expect(many).toMatchObject({
      path: 'many',
      items: { type: 'string', maxLength: 3 },
      description: '',
      isRequired: true,
    });
  });

  it.each(['#/$defs/Missing', 'https://example.org/schema', '#'])('end for the reference %j', (ref) => {
    const schema = { type: 'object', properties: { x: { $ref: ref } } };
    expect(schemaFields(schema)[0]).toMatchObject({ path: 'x' });
  });
});

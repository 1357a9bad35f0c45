/**
 * Common family names of Spanish, Portuguese, Catalan, Galician and Basque use, in lower-case ASCII. Two of them at the end of a
 * name are the father's and the mother's. Names that are also common given names are left out.
 */
const iberianFamilyNames: ReadonlySet<string> = new Set(
  `
  abreu acevedo acosta acuna agudo aguado aguiar aguilar aguilera aguirre alarcon alba alcaraz aleman alfaro alfonso almeida
  alonso altamirano alvarado alves amaral amaro amorim andrade antunes anaya andrade aparicio aragon aranda araujo arce arellano
  arenas arevalo arias ariza arroyo arruda assis avila ayala azevedo baez bahamonde balaguer baptista barahona barba barbosa barcelo
  barreto barrios barros barroso basto batista becerra beltran bermejo bermudez bernal blanco borges bosch botelho braga branco bravo
  brito bueno bustamante bustos caballero cabral cabrera caceres caldera calderon calvo camacho camara camargo campos cano canto
  cardenas cardona cardoso carballo carmona carneiro caro carrasco carreno carrera carrillo carrion carvajal carvalho casado casas
  castaneda castano castellano castellanos castillo castro cavalcanti cavalcante ceballos cervantes chavez cisneros coelho collado contreras
  cordeiro cordero cordoba cornejo corona coronado corral correa correia cortes costa couto coutinho crespo cruz cuellar cuesta cuevas
  cunha delgado dias diaz duarte duenas duran echeverria enriquez escobar escudero espinosa espinoza esteban esteves estrada etxeberria
  faria farias fernandes ferrer ferreira ferrera ferro figueiredo figueroa flores fonseca font fontes fraga franco freire freitas
  frias fuentes fuertes furtado galan galindo gallardo gallego galvan galvao gamboa garcia garrido garza gil gimenez godoi godoy goes
  gomes gomez goncalves gonzales gonzalez gouveia gracia granados guerra guerrero guevara guillen guimaraes gutierrez guzman haro
  heredia hernandes hernandez herrera herrero hidalgo hurtado ibanez ibarra iglesias izquierdo jara jardim jimenez juarez lacerda
  lago lagos lara leal ledesma leitao leite lemos lima linares lobato lobo lopes lopez lorenzo losada loureiro lourenco lozano lucena
  lucero lugo luna luque macedo machado macias madrid magalhaes maldonado manso manrique mansilla marin marquez marques martines
  martinez martins mata mateo matos medeiros medina meireles mejia melo mena mendes mendez mendonca mendoza menendez meneses menezes
  mercado merino mesa mesquita miralles miranda molina monge monroy montalvo montenegro montero monteiro montes montoya mora moraes
  morais morales moran moreira moreno moreira morera mota moura moya munhoz muniz munoz murillo nascimento naranjo navarrete navarro
  navas negrete neto neves nieto nogueira noriega novaes novoa nunes nunez obregon ocampo ochoa ojeda oliva olivares oliveira olivera
  olmo orellana orozco ortega ortiz osorio osuna otero oviedo pacheco padilla paes paiva palacio palacios palma palomino pardo paredes
  parra pascual pastor patino pavon paz pedraza pedrosa peixoto pena penalver penteado peralta perea peres pereira perez pimenta
  pimentel pina pineda pinheiro pino pinto pires pizarro plaza polo pons ponce porras portela porto pozo prado prates prieto puga
  puig pujol queiroz quesada quintana quintero quiroga quiroz ramirez ramos rangel rebelo redondo rego reina reis rendon requena resende
  revuelta rey reyes ribas ribeiro ribera ricardez rico rincon rios rivas rivera rivero robledo robles roca rocha rodrigues rodriguez
  rojas roldan roman romero rosado rosales rosario rossell rubio rueda ruiz ruz saavedra saez sala salas salazar salcedo saldana
  salgado salinas salmeron salvador samper sampaio sanabria sanches sanchez sancho sandoval sanmartin santamaria santana santos sanz
  saraiva sarmiento segovia segura sena sepulveda serna serra serrano sevilla sierra sierras silva silveira silvestre simoes soares
  sobral solano soler solis soria sosa sotelo soto souza sousa suarez tamayo tapia tavares teixeira tejada tejeda tejero tello toledo
  toro torrens torres tovar trejo trevino trigo trindade trujillo ugarte urbina uribe urrutia valdes valdez valdivia valencia valente
  valenzuela valera valero vales valle vallejo valverde varela vargas vasconcelos vasquez vaz vazquez vega velasco velasquez velazquez
  velez veloso ventura vera verdugo viana vicente vidal vieira viera vilela villa villalba villalobos villanueva villar villareal
  villarreal villegas xavier yanez zabala zamora zamorano zapata zarate zavala zuniga
`
    .trim()
    .split(/\s+/),
);

/** Whether a word (lower-case ASCII) is a common Spanish or Portuguese family name. */
export function isIberianFamilyName(word: string): boolean {
  return iberianFamilyNames.has(word);
}
